// Generated from the catalogue's functions by "pnpm generate"; do not edit.
export {};
