"""The report as SARIF 2.1.0, for pipelines."""
