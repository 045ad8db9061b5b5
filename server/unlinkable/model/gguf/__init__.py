"""A model as a GGUF file: the file, and llama.cpp that runs it.

The only room that knows llama.cpp; never what a model is asked for.
"""
