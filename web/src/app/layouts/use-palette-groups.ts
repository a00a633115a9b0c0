/** What the palette offers for a text: screens, their tabs and saved views at once, people, projects, payments and unmatched money by the server. */
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { GUIDES, type Guide } from '#domain/guide.ts'
import { formatBRL } from '#domain/money.ts'
import { searchForm } from '#domain/search.ts'
import { useMay } from '../../back-office/office.tsx'
import { useSavedViews } from '../../back-office/saved-views.ts'
import { useSearch } from '../../back-office/use-search.ts'
import { api } from '../../lib/api.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { ADMIN_ENTRIES } from './admin-menu.tsx'

export type PaletteEntry = { name: string; note?: string; to: string }
export type PaletteGroup = { title: string; entries: PaletteEntry[] }

/** Of each kind. */
const SHOWN = 5
/** People are ranked among so many. */
const RANKED = '50'

/** How well a name answers what was typed: by its first word, by another whole word, by how it begins, or by a part; lowest first. */
export function rankOf(name: string, typed: string): number {
  const wanted = searchForm(typed.trim())
  const found = searchForm(name)
  const words = found.split(/\s+/)
  if (words[0] === wanted) return 0
  if (words.includes(wanted)) return 1
  return found.startsWith(wanted) ? 2 : 3
}

export function usePaletteGroups(typed: string): {
  groups: PaletteGroup[]
  state: 'searching' | 'failed' | 'none' | null
} {
  const { t } = useTranslation(['back-office', 'guide-back-office'])
  const { user } = useSignedIn()
  const { views } = useSavedViews(user.id)
  const may = useMay()
  const found = useFound(typed)
  const wanted = searchForm(typed.trim())
  const isMeant = ({ name }: PaletteEntry) => searchForm(name).includes(wanted)
  const screens = ADMIN_ENTRIES.filter(({ calls }) => calls.some(may)).map(({ to, text }) => ({
    name: t(`menu.${text}`),
    to,
  }))
  // Tabs are found by what is typed: all of them at once would bury the screens.
  const tabs = wanted === '' ? [] : allTabs(t).filter(({ call }) => may(call))
  // The guide is found by its words too.
  const guide = wanted.length < 3 ? [] : GUIDES.filter((name) => wordsOf(t, name).includes(wanted))
  const saved = views.map(({ name, path, search }) => ({ name, to: path + search }))
  const groups = [
    { title: t('palette.screens'), entries: [...screens, ...tabs].filter(isMeant) },
    {
      title: t('menu.guide'),
      entries: guide.slice(0, SHOWN).map((name) => ({
        name: t(`guide-back-office:alerts.${name}.title`),
        to: `${paths.adminGuide}#${name}`,
      })),
    },
    { title: t('palette.views'), entries: saved.filter(isMeant) },
    ...(found.data ?? []).map(({ kind, entries }) => ({ title: t(`palette.${kind}`), entries })),
  ].filter(({ entries }) => entries.length > 0)
  if (found.isFetching) return { groups, state: 'searching' }
  if (found.isError) return { groups, state: 'failed' }
  return { groups, state: groups.length === 0 ? 'none' : null }
}

function wordsOf(t: TFunction<['back-office', 'guide-back-office']>, name: Guide): string {
  const parts = ['title', 'means', 'todo'] as const
  return searchForm(parts.map((part) => t(`guide-back-office:alerts.${name}.${part}`)).join(' '))
}

/** The tabs of every screen, each with its screen's name. */
function allTabs(t: TFunction<'back-office'>) {
  return ADMIN_ENTRIES.flatMap((screen) =>
    'tabs' in screen
      ? screen.tabs.map(({ value, call }) => ({
          name: t(`tabs.${value}`),
          note: t(`menu.${screen.text}`),
          to: `${screen.to}?tab=${value}`,
          call,
        }))
      : [],
  )
}

type Found = { kind: 'people' | 'projects' | 'payments' | 'unmatched'; entries: PaletteEntry[] }[]

function useFound(typed: string) {
  const search = useSearch(typed)
  const isAsked = search !== ''
  const { t } = useTranslation('back-office')
  const may = useMay()
  const lists = [
    may('GET /admin/users'),
    may('GET /admin/projects'),
    may('GET /admin/activity'),
    may('GET /admin/unmatched'),
  ] as const
  return useQuery<Found>({
    queryKey: ['admin', 'palette', search, ...lists],
    enabled: isAsked,
    placeholderData: (before) => (isAsked ? before : undefined),
    queryFn: async ({ signal }) => {
      const request = { query: { search, limit: String(SHOWN) }, signal }
      const none = { data: [] }
      const [people, projects, payments, unmatched] = await Promise.all([
        lists[0] ? api('GET /admin/users', { query: { search, limit: RANKED }, signal }) : none,
        lists[1] ? api('GET /admin/projects', request) : none,
        lists[2] ? api('GET /admin/activity', request) : none,
        lists[3] ? api('GET /admin/unmatched', request) : none,
      ])
      return [
        {
          kind: 'people',
          entries: people.data
            .map(({ uid, fullName, nickname, email }) => ({
              name: fullName ?? nickname ?? email,
              note: email,
              to: paths.adminUser(uid),
            }))
            .toSorted((one, other) => rankOf(one.name, search) - rankOf(other.name, search))
            .slice(0, SHOWN),
        },
        {
          kind: 'projects',
          entries: projects.data.map(({ uid, projectName, author }) => ({
            name: projectName,
            note: author,
            to: paths.adminProject(uid),
          })),
        },
        {
          kind: 'payments',
          entries: payments.data.map(({ uid, amount, user, project, turn }) => ({
            name: unbroken(formatBRL(amount)),
            note: [turn && t(`turns.${turn}`), project?.projectName, user.email].filter(Boolean).join(' · '),
            to: paths.adminPayment(uid),
          })),
        },
        {
          kind: 'unmatched',
          entries: unmatched.data.map(({ uid, amount, externalId }) => ({
            name: unbroken(formatBRL(amount)),
            note: externalId,
            to: `${paths.adminRequests}?tab=unmatched&which=all&search=${uid}`,
          })),
        },
      ]
    },
  })
}
