/** A place that holds a policy: one TCP edge, one HTTPS route or one cloud endpoint. */
export type Target =
  | { readonly kind: "tcp-edge"; readonly edge: string }
  | { readonly kind: "https-route"; readonly edge: string; readonly route: string }
  | { readonly kind: "cloud-endpoint"; readonly endpoint: string };
