/** The back office's lists, its logs, and what is done to works. */
import { LIST_ORDERS } from '#domain/wire/admin.ts'
import { closing, edit } from '../../projects/admin-endpoints.ts'
import { body as projectBody } from '../../projects/create-endpoint.ts'
import { body as videoBody } from '../../projects/video-endpoints.ts'
import {
  choice,
  data,
  dataOf,
  file,
  nothing,
  type Operation,
  object,
  pageOf,
  paging,
  search,
  uid,
  wireType,
} from './operation.ts'

export const filters = { search, sort: choice('The order.', LIST_ORDERS, 'newest') }

/** A list of the back office, and the same whole as a file. */
export function list(path: string, row: Parameters<typeof pageOf>[0], summary: string): Operation[] {
  const both = { method: 'get', section: 'admin', caller: 'admin' } as const
  return [
    { ...both, path, summary, query: { ...filters, ...paging }, answer: pageOf(row) },
    {
      ...both,
      path: `${path}.csv`,
      summary: `${summary} The whole list as a file.`,
      query: filters,
      answer: file('text/csv'),
    },
  ]
}

export const get = (
  path: string,
  summary: string,
  rest: Omit<Operation, 'method' | 'path' | 'summary' | 'section' | 'caller'>,
): Operation => ({ method: 'get', section: 'admin', caller: 'admin', path, summary, ...rest })

export const post = (...[path, summary, rest]: Parameters<typeof get>): Operation => ({
  ...get(path, summary, rest),
  method: 'post',
})

const UNKNOWN = ['project_not_found'] as const
const done = data(nothing)

export const admin: readonly Operation[] = [
  ...list('/admin/users', 'AdminUserWire', 'People.'),
  ...list('/admin/projects', 'AdminProjectWire', 'Projects, drafts and closed ones too.'),
  ...list('/admin/activity', 'AdminPaymentWire', 'Payments.'),
  ...list('/admin/audit', 'AuditWire', 'What administrators did.'),
  ...list(
    '/admin/failed-jobs',
    'FailedJobWire',
    'Background jobs that will not be tried again by themselves.',
  ),
  ...list('/admin/failed-operations', 'FailedOperationWire', 'What the chain refused to record.'),
  ...list('/admin/webhooks', 'WebhookWire', 'Webhooks that were refused or have not been applied.'),
  ...list('/admin/reconciliations', 'ReconciliationWire', 'Comparisons with processor, provider and chain.'),
  get('/admin/figures', 'The business at a glance, as it was counted within the last minute.', {
    answer: dataOf('FiguresWire'),
  }),
  post('/admin/reconciliations', 'Asks for a comparison now.', { answer: done }),
  post('/admin/failed-jobs/{id}/retry', 'Tries a job again.', {
    answer: done,
    refusals: ['record_not_found'],
  }),
  post('/admin/failed-jobs/{id}/discard', 'Gives a job up.', {
    answer: done,
    refusals: ['record_not_found'],
  }),
  post('/admin/failed-operations/{id}/retry', 'Hands an operation to the chain again.', {
    answer: done,
    refusals: ['record_not_found', 'not_repeatable'],
  }),
  post('/admin/webhooks/{id}/replay', 'Applies a webhook again.', {
    answer: done,
    refusals: ['record_not_found', 'not_repeatable'],
  }),
  post('/create-project', 'Makes a project. It waits for its contract, and begins unpublished.', {
    key: true,
    body: projectBody,
    answer: { status: 201, ...data(object({ uid })) },
    refusals: ['wallet_of_another', 'key_reused'],
  }),
  post('/projects/{uid}/publish', 'Publishes a project whose contract is there.', {
    answer: done,
    refusals: [...UNKNOWN, 'project_not_published', 'project_closed'],
  }),
  post('/admin/pin', 'Pins a project’s metadata for ever; nothing else passes.', {
    body: object({
      fileName: { type: 'string', pattern: '^[\\w-]{1,80}-\\d{1,4}\\.json$' },
      isJson: { const: true },
      fileContent: { type: 'object', description: 'The metadata of a contract or of a token.' },
    }),
    answer: { schema: wireType('PinWire') },
    refusals: ['pinning_unavailable'],
  }),
  get('/admin/projects/{uid}', 'Everything about one project.', {
    answer: dataOf('AdminProjectPageWire'),
    refusals: UNKNOWN,
  }),
  get('/admin/projects/{uid}/preview', 'As a fan would see it, published or not.', {
    answer: dataOf('ProjectPreviewWire'),
    refusals: UNKNOWN,
  }),
  get('/admin/projects/{uid}/closing', 'What closing it now would do, counted now.', {
    answer: dataOf('ProjectClosingWire'),
    refusals: UNKNOWN,
  }),
  post('/admin/projects/{uid}/edit', 'Changes what may still be changed; what is not sent stays.', {
    body: edit,
    answer: data(object({ version: { type: 'integer' } })),
    refusals: [...UNKNOWN, 'project_changed', 'project_terms_fixed', 'wallet_of_another'],
  }),
  post('/admin/projects/{uid}/pause', 'Nothing of it is sold and nobody bids until it is resumed.', {
    answer: done,
    refusals: [...UNKNOWN, 'project_not_published', 'project_closed'],
  }),
  post('/admin/projects/{uid}/resume', 'Ends a pause.', {
    answer: done,
    refusals: [...UNKNOWN, 'project_not_published', 'project_closed'],
  }),
  post('/admin/projects/{uid}/close', 'Ends a project for good. Its name has to be typed.', {
    body: closing,
    answer: done,
    refusals: UNKNOWN,
  }),
  post('/admin/videos', 'Where and how a video is sent to the library.', {
    body: videoBody,
    answer: dataOf('NewVideoWire'),
    refusals: ['video_unavailable'],
  }),
  get('/admin/videos/{id}', 'How far a video has been made ready.', {
    answer: dataOf('VideoStateWire'),
    refusals: ['not_found', 'video_unavailable'],
  }),
]
