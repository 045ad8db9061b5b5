"""What protecting a draft against each searcher would take, before anything is changed."""
