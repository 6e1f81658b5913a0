/** Bounds that the service's description gives. */
export const limits = {
  /** Bytes of an edge's `description`. */
  descriptionBytes: 255,
  /** Bytes of an edge's `metadata`. */
  metadataBytes: 4096,
} as const;
