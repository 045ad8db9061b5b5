"""XML files, such as Akoma Ntoso."""
