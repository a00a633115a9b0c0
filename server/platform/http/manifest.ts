/** GET /manifest.webmanifest: how the application appears once installed, in the reader's language. */
import type { Context, Handler } from 'hono'
import { chooseLanguage, languageTag } from '#i18n/language.ts'
import type { Env } from '../../env.ts'
import { manifestText } from '../texts.ts'
import { preferredTags } from './language.ts'

/** As in web/index.html: the dark ground. */
const GROUND = '#0f0d0b'
const SHORTCUTS = { shelf: '/shelf', deposit: '/deposit', statement: '/statement' } as const
const SCREENSHOTS = [
  { name: 'dashboard', file: 'dashboard-narrow', sizes: '780x1688', form: 'narrow' },
  { name: 'auction', file: 'auction-narrow', sizes: '780x1688', form: 'narrow' },
  { name: 'dashboard', file: 'dashboard-wide', sizes: '1440x900', form: 'wide' },
] as const

export function webManifest(env: Env): Handler {
  return (c: Context) => {
    const language = chooseLanguage(preferredTags(c)[0] ?? 'pt')
    const say = (key: string) => manifestText(key, language, env.PRODUCT_NAME)
    const icon = (kind: string, size: number, purpose: string) => ({
      src: `/icons/${kind}-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })
    const manifest = {
      id: '/',
      name: env.PRODUCT_NAME,
      short_name: env.PRODUCT_NAME,
      description: say('description'),
      lang: languageTag(language),
      dir: 'ltr',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: GROUND,
      theme_color: GROUND,
      categories: ['music', 'entertainment'],
      icons: [
        icon('icon', 192, 'any'),
        icon('icon', 512, 'any'),
        icon('maskable', 192, 'maskable'),
        icon('maskable', 512, 'maskable'),
      ],
      shortcuts: Object.entries(SHORTCUTS).map(([name, url]) => ({
        name: say(`shortcuts.${name}`),
        url,
        icons: [icon('icon', 192, 'any')],
      })),
      screenshots: SCREENSHOTS.map(({ name, file, sizes, form }) => ({
        src: `/screenshots/${file}.webp`,
        sizes,
        type: 'image/webp',
        form_factor: form,
        label: say(`screenshots.${name}`),
      })),
    }
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-language',
    })
  }
}
