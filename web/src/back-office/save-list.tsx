import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../lib/i18n.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/button.tsx'
import { countRows } from './count-rows.ts'
import type { ListState } from './use-list.ts'

/** Downloads the whole list as a file. It may be long, so the button counts the rows. */
export function SaveList({ list, file }: { list: Pick<ListState<unknown>, 'save'>; file: string }) {
  const { t } = useTranslation('back-office')
  const [rows, setRows] = useState(0)
  const save = useMutation({
    mutationFn: () => list.save(countRows(setRows)),
    onMutate: () => setRows(0),
    onSuccess: (content) => saveFile(content, `${file}.csv`),
    onError: () => toast.error(t('list.saveFailed')),
  })
  const count = new Intl.NumberFormat(currentLanguage() === 'pt' ? 'pt-BR' : 'en').format(rows)
  return (
    <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      <span className="tabular-nums" aria-live="polite">
        {save.isPending ? t('list.saving', { count: rows, rows: count }) : t('list.save')}
      </span>
    </Button>
  )
}
