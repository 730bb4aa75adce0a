/* größe */
zwei
