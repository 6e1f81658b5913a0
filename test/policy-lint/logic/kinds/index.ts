import { addresses } from "./addresses.ts";
import { arithmetic } from "./arithmetic.ts";
import { conversions } from "./conversions.ts";
import { finite } from "./finite-texts.ts";
import { listsAndMacros } from "./lists.ts";
import { numbers } from "./numbers.ts";
import { patterns } from "./patterns.ts";
import { presences } from "./presence.ts";
import { relatedVariables } from "./related-variables.ts";
import { statuses } from "./statuses.ts";
import { textOrders } from "./text-orders.ts";
import { textParts } from "./text-parts.ts";
import { textSizes } from "./text-sizes.ts";
import { times } from "./times.ts";
import { truth } from "./truth.ts";
import { twoVariables } from "./two-variables.ts";
import type { Kind } from "./kind.ts";

/** By what rules are about. */
export const kinds: Readonly<Record<string, Kind>> = {
  "truth values": truth,
  numbers,
  addresses,
  times,
  "texts by parts": textParts,
  presence: presences,
  "finite texts": finite,
  statuses,
  patterns,
  sizes: textSizes,
  "orders of texts": textOrders,
  "two variables": twoVariables,
  "related variables": relatedVariables,
  "lists and macros": listsAndMacros,
  conversions,
  arithmetic,
};
