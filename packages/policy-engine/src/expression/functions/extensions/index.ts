import type { Extension } from "./extension.ts";
import { givenExtensions } from "./given.ts";
import { hashExtensions } from "./hashes.ts";
import { jsonExtensions } from "./json.ts";
import { listExtensions } from "./lists.ts";
import { queryStringExtensions } from "./query-strings.ts";
import { textExtensions } from "./texts.ts";
import { urlExtensions } from "./urls.ts";

/** The functions beyond standard CEL that depend on their arguments only, by catalogue name. */
export const extensions: ReadonlyMap<string, Extension> = new Map(
  Object.entries({
    ...givenExtensions,
    ...hashExtensions,
    ...jsonExtensions,
    ...listExtensions,
    ...queryStringExtensions,
    ...textExtensions,
    ...urlExtensions,
  }),
);
