"""The program: command line and window, over core, ai and net."""
