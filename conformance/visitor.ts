/** A browser without a screen: it keeps cookies by host, follows redirects, and fills in a provider's login page. */

type Choice = 'cancel' | { email: string; name?: string; verified?: boolean }

export class Visitor {
  private readonly jar = new Map<string, string>()

  /** As the application's own requests do, with the cookies of this browser. */
  readonly fetch = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.cookies())
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Goes to `address` and, past the provider's page, to where the last redirect to `home` leads. */
  async signIn(address: string, choice: Choice, home: string): Promise<URL> {
    const page = await this.follow(address, home)
    if (page instanceof URL) return page
    const html = await page.text()
    const action = /action="([^"]+)"/.exec(html)?.[1]
    if (!action) throw new Error(`No login page at ${page.url}: ${html.slice(0, 300)}`)
    const fields =
      choice === 'cancel'
        ? { choice: 'cancel' }
        : {
            choice: 'typed',
            email: choice.email,
            name: choice.name ?? '',
            ...(choice.verified === false ? {} : { verified: 'yes' }),
          }
    const landed = await this.follow(action, home, new URLSearchParams(fields))
    if (!(landed instanceof URL)) throw new Error(`Left at ${landed.url}: ${await landed.text()}`)
    return landed
  }

  /** The address of the callback that the provider sends to, without going there. */
  async untilCallback(address: string, email: string): Promise<string> {
    const page = await this.follow(address, '')
    if (page instanceof URL) throw new Error(`Sent away to ${page}`)
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const fields = new URLSearchParams({ choice: 'typed', email, name: '', verified: 'yes' })
    let next = await this.hop(action, fields)
    while (next && !new URL(next).pathname.endsWith('/callback')) next = await this.hop(next)
    if (!next) throw new Error('The provider did not send back')
    return next
  }

  private async hop(address: string, form?: URLSearchParams): Promise<string | null> {
    const response = await this.ask(address, form)
    await response.body?.cancel()
    const location = response.headers.get('location')
    return location && new URL(location, address).href
  }

  private async follow(address: string, home: string, form?: URLSearchParams): Promise<Response | URL> {
    let response = await this.ask(address, form)
    let at = address
    for (let hops = 0; hops < 20; hops++) {
      const location = response.headers.get('location')
      if (!location) {
        const posted = await selfPosting(response)
        if (!posted) return response
        at = posted.action
        response = await this.ask(at, posted.fields)
        continue
      }
      const next = new URL(location, at)
      if (home && next.href.startsWith(home) && !next.pathname.endsWith('/callback')) return next
      await response.body?.cancel()
      at = next.href
      response = await this.ask(at)
    }
    throw new Error('Too many redirects')
  }

  private ask(address: string, form?: URLSearchParams): Promise<Response> {
    return this.fetch(address, { redirect: 'manual', ...(form && { method: 'POST', body: form }) })
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const gone = attributes.some((attribute) => /max-age=0|expires=Thu, 01 Jan 1970/i.test(attribute))
    if (gone) this.jar.delete(name)
    else this.jar.set(name, value)
  }

  private cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

/** The form of a page that sends itself (response_mode=form_post), for a browser that runs no scripts; else null. */
async function selfPosting(response: Response): Promise<{ action: string; fields: URLSearchParams } | null> {
  const html = await response.clone().text()
  const action = /<form method="post" action="([^"]+\/callback)"/.exec(html)?.[1]
  if (!action) return null
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return {
    action,
    fields: new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, decoded(value)])),
  }
}

const decoded = (value: string) =>
  value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
