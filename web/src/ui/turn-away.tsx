import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'

/** Instead of a screen that cannot be shown: back to the dashboard, with a toast that says why. */
export function TurnAway({ reason }: { reason: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(reason, { id: 'turned-away' })
    navigate(paths.dashboard, { replace: true })
  }, [reason, navigate])
  return null
}
