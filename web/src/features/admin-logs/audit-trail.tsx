import { useTranslation } from 'react-i18next'
import type { AuditWire } from '#domain/wire/admin-logs.ts'
import { type Column, DataList } from '../../back-office/data-list.tsx'
import { Moment } from '../../back-office/moment.tsx'
import { useList } from '../../back-office/use-list.ts'
import { Changes } from './changes.tsx'
import { Subject } from './subject.tsx'
import { Words } from './words.tsx'

/** What administrators did, with what it was before and became. */
export function AuditTrail() {
  const { t } = useTranslation('admin-logs')
  const list = useList<AuditWire>('/admin/audit')
  const columns: Column<AuditWire>[] = [
    { title: t('audit.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('audit.who'), cell: ({ admin }) => <Words>{admin}</Words> },
    {
      title: t('audit.what'),
      // A deed that has no words yet is shown by its name.
      cell: ({ action }) => t(`deeds.${action as 'job.retry'}`, { defaultValue: action }),
    },
    { title: t('audit.subject'), cell: (row) => <Subject action={row.action} subject={row.subject} /> },
    { title: t('audit.changes'), cell: ({ before, after }) => <Changes before={before} after={after} /> },
    { title: t('audit.from'), cell: ({ address }) => <Words small>{address ?? '--'}</Words> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('audit.search')}
      file={t('audit.file')}
      columns={columns}
      empty={t('audit.empty')}
    />
  )
}
