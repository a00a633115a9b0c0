import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { takeTyped } from '../../lib/typed-early.ts'
import { inputClass } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { type PaletteGroup, usePaletteGroups } from './use-palette-groups.ts'

/** Goes to a screen, a saved view, a person, a project or a payment, by the first words of its name or any of its codes. */
export function Palette({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('back-office')
  return (
    <Modal open={open} onClose={onClose} title={t('palette.title')} size="medium" position="center">
      <PaletteSearch onClose={onClose} />
    </Modal>
  )
}

function PaletteSearch({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('back-office')
  const navigate = useNavigate()
  const id = useId()
  const [typed, type] = useState('')
  const [at, move] = useState(0)
  useLayoutEffect(() => {
    const early = takeTyped()
    if (early) type(early)
  }, [])
  const { groups, state } = usePaletteGroups(typed)
  const all = groups.flatMap(({ entries }) => entries)
  const chosen = Math.min(at, Math.max(0, all.length - 1))
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && all[chosen]) go(all[chosen].to)
    else if (event.key === 'ArrowDown') move(Math.min(chosen + 1, all.length - 1))
    else if (event.key === 'ArrowUp') move(Math.max(chosen - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
        autoFocus
        type="text"
        autoComplete="off"
        role="combobox"
        aria-label={t('palette.label')}
        placeholder={t('palette.label')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={all[chosen] ? `${id}-${chosen}` : undefined}
        maxLength={120}
        value={typed}
        onChange={({ target }) => {
          type(target.value)
          move(0)
        }}
        onKeyDown={press}
        className={inputClass}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className="mt-3 min-h-48 text-sm">
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            first={all.indexOf(group.entries[0] as (typeof all)[number])}
            chosen={chosen}
            id={id}
            go={go}
          />
        ))}
      </div>
      <p role="status" className="mt-2 min-h-5 text-muted text-sm">
        {state && t(`palette.${state}`)}
      </p>
    </>
  )
}

type GroupProps = { group: PaletteGroup; first: number; chosen: number; id: string; go(to: string): void }

function Group({ group: { title, entries }, first, chosen, id, go }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className="px-3 pt-2 pb-1 text-muted text-xs">
        {title}
      </p>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys.
        <div
          key={entry.to}
          id={`${id}-${first + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={first + index === chosen}
          ref={(option) => {
            if (first + index === chosen) option?.scrollIntoView({ block: 'nearest' })
          }}
          onClick={() => go(entry.to)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 hover:bg-line/40 aria-selected:bg-line/70"
        >
          <span className="min-w-0 truncate">{entry.name}</span>
          {entry.note && <span className="min-w-0 truncate text-muted text-xs">{entry.note}</span>}
        </div>
      ))}
    </div>
  )
}
