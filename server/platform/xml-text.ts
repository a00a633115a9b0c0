/** Without the characters that XML 1.0 (2.2, production 2) knows no way to write: one of them, and nobody opens the file. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
