"""The red team and the published table: what attacks find out, methods side by side, and drafts
made from raw rulings. An extra: only the commands that ask for it load it.
"""
