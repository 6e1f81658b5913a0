/** A JSON Schema with the name that others refer to it by, which is no address. */
export function identified(name: string, schema: object): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:traffic-policy:schema:${name}`,
    ...schema,
  };
}
