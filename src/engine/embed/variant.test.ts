import { expect, test } from "bun:test";
import { chooseVariant, PLAIN_PROBE, RELAXED_PROBE } from "./variant.ts";

test("chooseVariant() takes relaxed SIMD in this runtime", () => {
  expect(chooseVariant()).toBe("relaxed");
});

test("chooseVariant() falls back to plain SIMD where the relaxed probe is refused", () => {
  expect(chooseVariant((bytes) => bytes !== RELAXED_PROBE && WebAssembly.validate(bytes))).toBe("plain");
});

test("chooseVariant() refuses a machine without SIMD", () => {
  expect(() => chooseVariant(() => false)).toThrow(expect.objectContaining({ code: "unsupported_cpu" }));
});

test("the probes are sound modules that differ in the relaxed instruction only", () => {
  expect(WebAssembly.validate(PLAIN_PROBE)).toBe(true);
  const broken = RELAXED_PROBE.slice();
  broken[broken.length - 4] = 0xff;
  expect(WebAssembly.validate(broken)).toBe(false);
});
