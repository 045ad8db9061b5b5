"""The language model of a session: a process that is started on first use.

Knows settings; what a model does is the business of rewriting.
"""

from threading import Thread

from unlinkable.engine.method import entailment_of, model_options, read_as_well
from unlinkable.model.author import Author
from unlinkable.model.entailment.entailment_model import EntailmentModel
from unlinkable.model.process.process import Model
from unlinkable.settings import ModelSettings


class Models:
    """One model at a time: two would take twice the memory. Lives on the event loop."""

    def __init__(self) -> None:
        self._model: Model | None = None
        self._entailment: EntailmentModel | None = None

    def get(self, settings: ModelSettings) -> Model | None:
        """The model that is set; None when there is none.

        The one that was set before is let go, and whoever still writes with it is stopped.
        """
        options = model_options(settings)
        if options is None:
            return None
        if self._model is None or self._model.options != options:
            if self._model is not None:
                # Whoever writes with it may take a while to notice; nobody waits for that here.
                Thread(target=self._model.close, daemon=True, name="model being let go").start()
            self._model = Model(options)
        return self._model

    def author(self, settings: ModelSettings) -> Author | None:
        """The same, as an author whose wordings the model for entailment reads where one is set."""
        model = self.get(settings)
        if model is None:
            return None
        if self._entailment is None or self._entailment.folder != settings.entailment:
            self._entailment = entailment_of(settings)
        return read_as_well(model, self._entailment, settings)

    def close(self) -> None:
        """End the process."""
        if self._model is not None:
            self._model.close()
