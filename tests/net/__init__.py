"""Tests of `net`."""
