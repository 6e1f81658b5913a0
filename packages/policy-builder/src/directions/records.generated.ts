// Generated from the catalogue's records by "pnpm generate"; do not edit.
export {};
