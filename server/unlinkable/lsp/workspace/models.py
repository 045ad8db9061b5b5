"""The language models of a session: one process for each model that is set, started on first use.

Knows settings; what a model does is the business of rewriting.
"""

from unlinkable.model.options import ModelOptions
from unlinkable.model.process import Model
from unlinkable.settings import ModelSettings


class Models:
    """The models in use, by their settings."""

    def __init__(self) -> None:
        self._models: dict[ModelOptions, Model] = {}

    def get(self, settings: ModelSettings) -> Model | None:
        """The model that is set; None when there is none."""
        if settings.path is None:
            return None
        options = ModelOptions(
            path=settings.path,
            gpu_layers=settings.gpu_layers,
            idle_minutes=settings.idle_minutes,
            context_tokens=settings.context_tokens,
            alternatives=settings.alternatives,
            reasoning=settings.reasoning,
            seed=settings.seed,
        )
        if options not in self._models:
            self.close()  # two models at once would take twice the memory
            self._models[options] = Model(options)
        return self._models[options]

    def close(self) -> None:
        """End all processes."""
        for model in self._models.values():
            model.unload()
        self._models.clear()
