/** The settings for the server, sent at its start and after each change. */
export interface ServerSettings {
  /** True when code of the workspace may run: its configuration, policies and lint rules. */
  readonly trusted: boolean;
  readonly inlayHints: { readonly enabled: boolean };
  readonly lenses: { readonly enabled: boolean };
}

export interface Configuration {
  get<Value>(name: string, otherwise: Value): Value;
}

export function serverSettings(configuration: Configuration, trusted: boolean): ServerSettings {
  const isEnabled = (name: string): { enabled: boolean } => ({
    enabled: configuration.get(`${name}.enabled`, true),
  });
  return { trusted, inlayHints: isEnabled("inlayHints"), lenses: isEnabled("lenses") };
}
