import type { Edit } from "@traffic-policy/policy-language";

/** An edit of a part of a string. */
export type SpanEdit = Extract<Edit, { readonly span: unknown }>;
