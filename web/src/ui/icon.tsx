/** The interface's icons, drawn with one line on a 24-unit grid. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1',
  listen:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 14.5a2 2 0 0 1 2-2h1v7H6a2 2 0 0 1-2-2ZM20 14.5a2 2 0 0 0-2-2h-1v7h1a2 2 0 0 0 2-2Z',
  shelf: 'M5 4v16M9 4v16M13 4.5l5 15M3 20.5h18',
  deposit: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 19.5h16',
  withdraw: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M4 19.5h16',
  statement: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2ZM9.5 8.5h5M9.5 12.5h5',
  help: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.6 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.8M12 16.6v.1',
  bug: 'M8 9a4 4 0 0 1 8 0M7 9.5h10v5a5 5 0 0 1-10 0ZM12 9.5v10M3.5 8 7 10M20.5 8 17 10M3 14h4M21 14h-4M4 20l3.5-2.5M20 20l-3.5-2.5',
  signOut: 'M14 4.5H6v15h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5h-14ZM10 20.5h4M12 3.5v2',
  trophy:
    'M8 4.5h8v5a4 4 0 0 1-8 0ZM8 6H4.5c0 3 1.2 4.5 3.7 4.5M16 6h3.5c0 3-1.2 4.5-3.7 4.5M12 13.5v4M8.5 20h7l-1-2.5h-5Z',
  share: 'M12 14.5v-11M8 7l4-4 4 4M6 11.5v8h12v-8',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4.5v4h-4',
  here: 'M12 21s6.5-5.6 6.5-11a6.5 6.5 0 0 0-13 0c0 5.4 6.5 11 6.5 11ZM12 8a2.2 2.2 0 1 1 0 4.4A2.2 2.2 0 0 1 12 8Z',
  list: 'M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5v.1M4.5 12v.1M4.5 17.5v.1',
  play: 'M8 5.5v13l10.5-6.5Z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  back: 'M11.5 7l-5 5 5 5M17.5 7l-5 5 5 5',
  forward: 'M12.5 7l5 5-5 5M6.5 7l5 5-5 5',
  full: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  bids: 'M5 19.5v-5M12 19.5v-9.5M19 19.5v-14',
  wallet:
    'M4 8h14.5a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18ZM4 8l11.5-3.5V8M16 13.7v.1',
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM16 16l4.5 4.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  dot: 'M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  external: 'M9 5H5v14h14v-4M13 4.5h6.5V11M19 5l-8.5 8.5',
  chevron: 'M6.5 9.5 12 15l5.5-5.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  pencil: 'M5 19l1-4L16.5 4.5l3 3L9 18ZM14.5 6.5l3 3',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  project:
    'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  support: 'M4 5.5h16v11h-8L7.5 20v-3.5H4ZM8.5 9.5h7M8.5 12.5h4.5',
  artist:
    'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM6 11.5a6 6 0 0 0 12 0M12 17.5v3M8.5 20.5h7',
  lock: 'M6.5 11h11v8.5h-11ZM8.5 11V8.5a3.5 3.5 0 0 1 7 0V11',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.7v.1',
} as const

export type IconName = keyof typeof PATHS

/** An icon beside text, or inside a button that has a label: hidden from screen readers. */
export function Icon({ name, className = 'size-[1.25rem]' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
