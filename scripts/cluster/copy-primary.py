"""Makes a replica's files: Patroni calls it with --datadir and --connstring (create_replica_methods).

pg_basebackup of Debian's version refuses a newer server, and the server from npm brings none. Both files are on this
machine, so they are copied while the primary knows of a backup (Postgres manual, "Making a Base Backup Using the Low Level
API"). What must not be copied is left out; the replica fetches the log since then by streaming.
"""
import argparse
import os
import shutil

import psycopg2

LEFT_OUT = {'pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'}
NOT_COPIED = {'postmaster.pid', 'postmaster.opts', 'recovery.signal', 'standby.signal', 'patroni.dynamic.json'}

parser = argparse.ArgumentParser()
parser.add_argument('--datadir', required=True)
parser.add_argument('--connstring', required=True)
options, _ = parser.parse_known_args()

connection = psycopg2.connect(options.connstring)
connection.autocommit = True
cursor = connection.cursor()
cursor.execute("select current_setting('data_directory')")
source = cursor.fetchone()[0]
cursor.execute("select pg_backup_start('replica', true)")


def ignored(folder, names):
    inside = os.path.relpath(folder, source).split(os.sep)[0]
    return names if inside in LEFT_OUT else [name for name in names if name in NOT_COPIED or name.startswith('pgsql_tmp')]


def copy(one, other):
    # Files come and go while the primary works: what is gone was dropped, and the log says so.
    try:
        shutil.copy2(one, other)
    except FileNotFoundError:
        pass


shutil.rmtree(options.datadir, ignore_errors=True)
shutil.copytree(source, options.datadir, ignore=ignored, copy_function=copy)
os.chmod(options.datadir, 0o700)
os.makedirs(os.path.join(options.datadir, 'pg_wal', 'archive_status'), exist_ok=True)
os.makedirs(os.path.join(options.datadir, 'pg_wal', 'summaries'), exist_ok=True)
cursor.execute('select labelfile from pg_backup_stop(false)')
with open(os.path.join(options.datadir, 'backup_label'), 'w') as label:
    label.write(cursor.fetchone()[0])
    label.flush()
    os.fsync(label.fileno())
