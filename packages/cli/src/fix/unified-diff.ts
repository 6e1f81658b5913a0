import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** What changes between two texts of a file, as `git apply` takes it. */
export function unifiedDiff(file: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
