import { Type, type Static } from "@sinclair/typebox";

/** A JSON Schema with the parts of a HAR file that are used; other parts are allowed. */
export const harSchema = Type.Object({
  log: Type.Object({
    entries: Type.Array(
      Type.Object({
        startedDateTime: Type.Optional(Type.String()),
        serverIPAddress: Type.Optional(Type.String()),
        request: Type.Object({
          method: Type.String(),
          url: Type.String(),
          httpVersion: Type.Optional(Type.String()),
          headers: harHeaders(),
          bodySize: Type.Optional(Type.Integer()),
          postData: Type.Optional(
            Type.Object({
              mimeType: Type.Optional(Type.String()),
              text: Type.Optional(Type.String()),
            }),
          ),
        }),
        response: Type.Object({
          status: Type.Integer(),
          headers: harHeaders(),
          bodySize: Type.Optional(Type.Integer()),
          content: Type.Optional(
            Type.Object({
              size: Type.Optional(Type.Integer()),
              text: Type.Optional(Type.String()),
              encoding: Type.Optional(Type.String()),
            }),
          ),
        }),
      }),
    ),
  }),
});

function harHeaders() {
  return Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
}

export type Har = Static<typeof harSchema>;

export type HarEntry = Har["log"]["entries"][number];
