# Language, looks, motion, folders.
