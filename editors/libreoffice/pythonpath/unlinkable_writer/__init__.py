"""The extension for LibreOffice Writer; it runs in the Python of LibreOffice, 3.8 or later."""
