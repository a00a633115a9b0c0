/** What every call of the product API says of its caller; no stored answer will do. */
export function apiHeaders(language: string, token: string | null): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-cache', 'Accept-Language': language })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return headers
}
