import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '../session/provider.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSavedViews, VIEW_NAME_MAX } from './saved-views.ts'

/** Saves what is shown under a name. */
export function SaveView() {
  const { t } = useTranslation('back-office')
  const { user } = useSignedIn()
  const { pathname, search } = useLocation()
  const { save } = useSavedViews(user.id)
  const [name, type] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save({ name: name.trim(), path: pathname, search })
    type('')
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3 border-line border-t pt-4">
      <TextField
        label={t('views.name')}
        value={name}
        maxLength={VIEW_NAME_MAX}
        onChange={({ target }) => type(target.value)}
      />
      <Button type="submit" look="secondary">
        {t('views.save')}
      </Button>
    </form>
  )
}

/** This screen's saved views, in sight wherever its list is. */
export function ViewList() {
  const { t } = useTranslation('back-office')
  const { user } = useSignedIn()
  const { pathname, search } = useLocation()
  const { views, remove } = useSavedViews(user.id)
  const here = views.filter(({ path }) => path === pathname)
  if (here.length === 0) return null
  return (
    <ul aria-label={t('views.title')} className="mb-3 flex flex-wrap gap-2">
      {here.map((view) => (
        <li
          key={view.name}
          className="flex items-center rounded-full border border-edge pl-3 text-sm has-aria-[current]:bg-line"
        >
          <Link
            to={view.path + view.search}
            aria-current={view.search === search ? 'true' : undefined}
            className="inline-flex min-h-11 items-center hover:text-accent-text aria-[current]:font-medium"
          >
            {view.name}
          </Link>
          <IconButton label={t('views.remove', { name: view.name })} onClick={() => remove(view)}>
            <Icon name="close" className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
