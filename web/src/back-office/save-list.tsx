import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../lib/i18n.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/button.tsx'
import type { ListState } from './use-list.ts'

const NEW_LINE = 0x0a
/** Often enough to be seen counting. */
const EVERY_MS = 200

/** The whole list as a file. It may be long: the button says how many rows have come. */
export function SaveList({ list, file }: { list: Pick<ListState<unknown>, 'save'>; file: string }) {
  const { t } = useTranslation('back-office')
  const [rows, setRows] = useState(0)
  const save = useMutation({
    mutationFn: () => list.save(counter(setRows)),
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

/** Counts the lines of a file as its chunks arrive, and reports from time to time. */
function counter(tell: (rows: number) => void): (part: Uint8Array) => void {
  let lines = 0
  let toldAt = 0
  return (part) => {
    for (const byte of part) if (byte === NEW_LINE) lines++
    if (Date.now() - toldAt < EVERY_MS) return
    toldAt = Date.now()
    // The first line names the columns.
    tell(Math.max(0, lines - 1))
  }
}
