/** A place that holds a policy: one TCP edge or one HTTPS route. */
export type Target =
  | { readonly kind: "tcp-edge"; readonly edge: string }
  | { readonly kind: "https-route"; readonly edge: string; readonly route: string };
