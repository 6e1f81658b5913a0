/** What the server is told when it starts, and whenever it changes. */
export interface ServerSettings {
  /** Whether code of the workspace may run: its configuration, policies and lint rules. */
  readonly trusted: boolean;
  readonly inlayHints: { readonly enabled: boolean };
  readonly lenses: { readonly enabled: boolean };
}

/** The settings of a user, below `trafficPolicy`. */
export interface Configuration {
  get<Value>(name: string, otherwise: Value): Value;
}

/** The settings of the server, from those of the user and whether the workspace is trusted. */
export function serverSettings(configuration: Configuration, trusted: boolean): ServerSettings {
  const isEnabled = (name: string): { enabled: boolean } => ({
    enabled: configuration.get(`${name}.enabled`, true),
  });
  return { trusted, inlayHints: isEnabled("inlayHints"), lenses: isEnabled("lenses") };
}
