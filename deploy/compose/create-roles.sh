#!/bin/sh
# Run once by the image of PostgreSQL, on a new volume: creates the two roles of docs/operations.md and the database.
set -e
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
create role parley_owner login password :'owner_password';
create role parley_app login password :'app_password';
create database parley owner parley_owner encoding 'UTF8' template template0;
SQL
