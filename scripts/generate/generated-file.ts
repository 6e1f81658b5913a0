/** A file that is made from another source; `path` is relative to the repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}
