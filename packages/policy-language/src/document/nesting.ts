/** Levels of lists and objects that the text of a document may have. */
export const maxNesting = 500;
