/** Headers of every call to the product API; cached answers are never acceptable. */
export function apiHeaders(language: string, token: string | null): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-cache', 'Accept-Language': language })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return headers
}
