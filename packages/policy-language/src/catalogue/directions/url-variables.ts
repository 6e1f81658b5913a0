/**
 * The names that `$name` can have in the replacement of a URL. They belong to the format `nginx`, but published
 * policies use them without it too.
 */
export const urlVariables: readonly string[] = [
  "arg_*",
  "args",
  "authority",
  "host",
  "is_args",
  "port",
  "query_string",
  "scheme",
  "uri",
  "user",
];
