/** In which form a caller wants the answer: the `Accept` header. */
import { RestError } from './errors.ts'

export type Shape = 'array' | 'object' | 'csv' | 'none' | 'raw'
export type Media = {
  shape: Shape
  /** Whether properties that are null are left out. */
  stripped: boolean
  /** How the plan is to be explained instead of the rows shown; null for the rows. */
  plan: Plan | null
  contentType: string
}
type Plan = { format: 'text' | 'json'; options: PlanOption[] }
type PlanOption = (typeof PLAN_OPTIONS)[number]

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
const OBJECT = 'application/vnd.pgrst.object'
const ARRAY = 'application/vnd.pgrst.array'
const PLAN = 'application/vnd.pgrst.plan'
const ANY = ['*/*', 'application/*']

type Accepted = { type: string; parameters: Map<string, string> }

/** `rawType`: the media type of what a function answers as it is, if it has one. */
type Offer = { plan: boolean; rawType?: string | null }

/** The first of the accepted types that is offered. Throws PGRST107 if there is none. */
export function chooseMedia(header: string | undefined, offer: Offer): Media {
  const accepted = parseAccept(header ?? '*/*')
  for (const one of accepted) {
    const media = mediaFor(one, offer)
    if (media) return media
  }
  const asked = accepted.map(({ type }) => type).join(', ')
  throw new RestError('PGRST107', `None of these media types are available: ${asked}`)
}

function mediaFor(accepted: Accepted, offer: Offer): Media | null {
  const { type, parameters } = accepted
  const bare = type.replace(/\+(json|text)$/, '')
  const stripped = parameters.get('nulls') === 'stripped'
  if (offer.rawType && (type === offer.rawType || ANY.includes(type))) return raw(offer.rawType)
  if (bare === OBJECT) return media('object', stripped, `${OBJECT}+json${stripped ? '; nulls=stripped' : ''}`)
  if (bare === ARRAY && stripped) return media('array', true, `${ARRAY}+json; nulls=stripped`)
  if (ANY.includes(type) || type === 'application/json' || bare === ARRAY) {
    return media('array', false, 'application/json')
  }
  if (type === 'text/csv') return media('csv', false, 'text/csv')
  if (bare === PLAN && offer.plan) return planFor(accepted, offer)
  return offer.rawType === '*/*' ? raw(offer.rawType) : null
}

/** The function itself says which it is, in its headers, where it offers any. */
function raw(type: string): Media {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  const contentType = type === '*/*' ? 'application/octet-stream' : type + charset
  return { shape: 'raw', stripped: false, plan: null, contentType }
}

function media(shape: Shape, stripped: boolean, type: string): Media {
  return { shape, stripped, plan: null, contentType: `${type}; charset=utf-8` }
}

function planFor({ type, parameters }: Accepted, offer: Offer): Media | null {
  const format = type.endsWith('+json') ? 'json' : 'text'
  const [shown] = parseAccept(parameters.get('for') ?? 'application/json')
  const inner = shown ? mediaFor(shown, { ...offer, plan: false }) : null
  if (!inner || !shown) return null
  const wanted = (parameters.get('options') ?? '').split('|')
  const options = PLAN_OPTIONS.filter((option) => wanted.includes(option))
  const said = options.length > 0 ? `; options=${options.join('|')}` : ''
  const contentType = `${PLAN}+${format}; for="${shown.type}"${said}; charset=utf-8`
  return { ...inner, plan: { format, options }, contentType }
}

const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const TYPES = new RegExp(`(?:[^,"]|${QUOTED})+`, 'g')
const PARAMETERS = new RegExp(`;\\s*([\\w-]+)\\s*=\\s*(${QUOTED}|[^;\\s]*)`, 'g')

/** In the order of their quality, then in that of the header. */
function parseAccept(header: string): Accepted[] {
  const all = (header.match(TYPES) ?? []).map((text) => {
    const type = (text.split(';')[0] ?? '').trim().toLowerCase()
    const parameters = new Map<string, string>()
    for (const [, name, value] of text.matchAll(PARAMETERS)) {
      parameters.set(name?.toLowerCase() ?? '', (value ?? '').replace(/^"|"$/g, ''))
    }
    return { type, parameters }
  })
  const quality = ({ parameters }: Accepted) => Number(parameters.get('q') ?? 1) || 0
  return all.filter((one) => one.type !== '').sort((a, b) => quality(b) - quality(a))
}
