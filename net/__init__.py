"""Tables over a network: hosting, finding, joining, dropping out and coming back. Knows no game by name.

From the inside out:

    wire, messages, proof        frames, what may stand in them, and who may have sent them
    names, people, seats, door, commands, desk, votes, play, telling, room
                                 the one authority: who is here, what is agreed, the table itself
    host_session, guest_session  both ends of a connection, without sockets: bytes in, bytes out
    server, guest                the same with sockets and time, on asyncio
    advert, finder, dial         seeing each other on the LAN
    thinkers, brain              computer players in processes of their own

A session never trusts a byte; a room never trusts a session's word about whose seat it is.
"""
