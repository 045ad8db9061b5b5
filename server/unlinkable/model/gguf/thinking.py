"""Models made to think before they answer: how their answers are made to begin at once.

What is written is watched word by word, and thoughts are not: so a thought is closed before it has
begun. Knows the marks of thoughts in chat templates; nothing of tokens and of what is asked.
"""

_THOUGHTS = {  # what opens a thought, and what closes it
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<seed:think>": "</seed:think>",
    "[THINK]": "[/THINK]",
}
_CHANNEL, _ANSWERS = "<|channel|>", "<|channel|>final<|message|>"  # of OpenAI's format "harmony"
_CHOICE = "enable_thinking"  # a template that knows this leaves thoughts out when told to


def thinks(template: str) -> bool:
    """Whether a model with this chat template may think before it answers."""
    return _CHANNEL in template or any(closed in template for closed in _THOUGHTS.values())


def answering_at_once(begun: str, template: str) -> str:
    """``begun``, the filled-in template up to where an answer begins, without the thinking that
    the model would begin it with."""
    for opened, closed in _THOUGHTS.items():
        if begun.rstrip().endswith(opened):
            return f"{begun}\n{closed}\n\n"
    if _CHANNEL in template:
        return begun if begun.endswith(_ANSWERS) else begun + _ANSWERS
    for opened, closed in _THOUGHTS.items():
        left_to_the_model = closed in template and _CHOICE not in template
        if left_to_the_model and not begun.rstrip().endswith(closed):
            return f"{begun}{opened}\n\n{closed}\n\n"
    return begun
