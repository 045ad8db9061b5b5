"""The process of a model: started, talked to in messages, cancelled, ended; and what runs in it."""
