import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { keys } from '../../lib/query.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { markRead, notificationsQuery, pushQuery } from './api.ts'
import { DeviceSwitch } from './device-switch.tsx'
import { NotificationList } from './notification-list.tsx'

/** The bell with its dot. Opening it marks everything as read, then refetches the list. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const { user } = useSignedIn()
  const newest = useQuery(notificationsQuery(1))
  // Also while the panel stays closed: a device must not show the notifications of its previous user.
  useQuery(pushQuery(user.id))
  const unread = newest.data?.unread ?? 0
  // What was unread when the panel opened is highlighted until it closes.
  const [fresh, setFresh] = useState<readonly number[]>([])

  async function show() {
    setFresh((newest.data?.notifications ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id))
    setOpen(true)
    try {
      await markRead()
    } finally {
      await cache.invalidateQueries({ queryKey: keys.notifications })
    }
  }

  return (
    <>
      <IconButton
        label={unread > 0 ? t('openUnread', { count: unread }) : t('open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="relative"
        // If it cannot be marked as read, the dot stays.
        onClick={() => void show().catch(() => undefined)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-ink bg-accent" />
        )}
      </IconButton>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t('title')}>
        <DeviceSwitch />
        <NotificationList fresh={fresh} onLeave={() => setOpen(false)} />
        <Link
          to={paths.alerts}
          replace
          onClick={() => setOpen(false)}
          className="link mt-4 inline-flex min-h-11 items-center text-sm"
        >
          {t('choose')}
        </Link>
      </SidePanel>
    </>
  )
}
