"""The red team: what searchers who rank, read off and guess find out from a draft and from texts.

Everything here works on the user's own machine, with texts that the user hands in. Guesses are as
confidential as findings: nothing is logged, and nothing is written.
"""
