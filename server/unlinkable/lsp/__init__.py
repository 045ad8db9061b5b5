"""The language server: findings, live in any editor. Holds no algorithm of its own."""
