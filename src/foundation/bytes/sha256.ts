/** SHA-256 (FIPS 180-4) as 64 lower-case hex digits: what names a document, and a model's weights. */
export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
