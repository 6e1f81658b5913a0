import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** What changes between two texts of a file, as `git apply` takes it; before it there may be none. */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  const old = before === undefined ? "/dev/null" : `a/${file}`;
  return createTwoFilesPatch(old, `b/${file}`, before ?? "", after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
