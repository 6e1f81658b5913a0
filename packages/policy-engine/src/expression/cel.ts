import type * as Cel from "@bufbuild/cel";
import type * as Protobuf from "@bufbuild/protobuf";
import type * as Reflect from "@bufbuild/protobuf/reflect";
import type * as WellKnown from "@bufbuild/protobuf/wkt";

export interface CelLibrary {
  readonly cel: typeof Cel;
  readonly protobuf: typeof Protobuf;
  readonly reflect: typeof Reflect;
  readonly wellKnown: typeof WellKnown;
}

export async function loadCel(): Promise<CelLibrary> {
  const [cel, protobuf, reflect, wellKnown] = await Promise.all([
    import("@bufbuild/cel"),
    import("@bufbuild/protobuf"),
    import("@bufbuild/protobuf/reflect"),
    import("@bufbuild/protobuf/wkt"),
  ]);
  return { cel, protobuf, reflect, wellKnown };
}
