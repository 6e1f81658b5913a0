import { Type } from "@sinclair/typebox";

/** What every list has beside its items. */
export const listFields = {
  uri: Type.String({ description: "Where the list is." }),
  next_page_uri: Type.Union([Type.String(), Type.Null()], {
    description: "Where the next page is; null when there is none.",
  }),
};
